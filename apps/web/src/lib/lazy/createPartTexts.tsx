import { useStore } from '@x/kit/react'
import { type ComponentType, type ReactNode, use, useMemo } from 'react'
import type { Messages, TextParts } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'

interface PartTextsProps {
  /**
   * Begins to fetch the page's code, so that it travels beside its texts and not after them. Left
   * out by what has come already.
   */
  readonly fetchPage?: () => Promise<unknown>
  readonly children: ReactNode
}

type Part = keyof TextParts
type Provider<P extends Part> = ComponentType<{
  readonly messages: Messages & Intersection<TextParts[P]>
  readonly children: ReactNode
}>
type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (
  value: infer I,
) => void
  ? I
  : never

/**
 * A component around what needs parts of the texts that the first load goes without: suspends until
 * all of them are here, in the language on screen, and gives them to `Provider` with the app's own.
 */
export function createPartTexts<P extends Part>(
  names: readonly P[],
  Provider: Provider<P>,
): ComponentType<PartTextsProps> {
  return function PartTexts({ fetchPage, children }) {
    const { catalog } = useServices()
    const {
      messages: { app },
      parts,
    } = useStore(catalog)
    const missing = names.filter((name) => parts[name] === undefined)
    const isHere = missing.length === 0
    const messages = useMemo(
      () =>
        isHere
          ? // Every part is here, which the type of `parts` cannot say.
            (Object.assign({}, app, ...names.map((name) => parts[name])) as Messages &
              Intersection<TextParts[P]>)
          : undefined,
      [app, parts, isHere],
    )
    if (messages) return <Provider messages={messages}>{children}</Provider>
    // The page imports its code again and handles a failure then.
    fetchPage?.().catch(() => undefined)
    const [first, ...others] = missing.map((name) => catalog.loadPart(name))
    // Their failure is met when their turn to be waited for comes.
    for (const other of others) other.catch(() => undefined)
    return first && <Awaited texts={first} />
  }
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
