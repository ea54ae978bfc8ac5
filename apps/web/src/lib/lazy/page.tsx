import { type ComponentType, lazy } from 'react'
import { PageTexts } from './PageTexts.tsx'

/** A page that is loaded when it is first shown. */
export const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

/** A page whose texts are loaded with it. */
export const pageWithTexts = (load: () => Promise<ComponentType>) => (
  <PageTexts fetchPage={load}>{page(load)}</PageTexts>
)
