import { renderToStaticMarkup } from 'react-dom/server'
import { type FrameContext, staticFrame } from './StaticFrame.tsx'

/** The markup of what a document shows before its script has run; empty where there is none. */
export function frameMarkup(path: string, context: FrameContext): string {
  const frame = staticFrame(path, context)
  return frame ? renderToStaticMarkup(frame) : ''
}
