import { Fragment, type ReactNode } from 'react'
import type { RichText } from '../messages/messageTypes.ts'

/** Renders the content of one tag of a message. */
export type TagRenderer = (children: ReactNode) => ReactNode

/**
 * Only named renderers make elements: a tag without one leaves its words, and no text ever becomes
 * markup.
 */
export function renderRich(
  parts: RichText,
  renderers: Readonly<Record<string, TagRenderer>>,
): ReactNode {
  return parts.map((part, at) => {
    if (typeof part === 'string') return part
    const children = renderRich(part.children, renderers)
    const render = Object.hasOwn(renderers, part.tag) ? renderers[part.tag] : undefined
    // The parts of a message never change places, so their position is a key.
    return <Fragment key={at}>{render ? render(children) : children}</Fragment>
  })
}
