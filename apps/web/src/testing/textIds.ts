import type { useNumbers } from '@x/locale/react'
import type { useMessages } from '../lib/messages/messages.ts'

/** Translates to the id of a text and its values: `spot.tooHigh <5>`. */
export const textIds = ((id: string, values: object = {}) =>
  [id, ...Object.values(values)].join(' ')) as unknown as ReturnType<typeof useMessages>

/** Writes a number as it is, in brackets, with the digits that it was asked for. */
export const bareNumbers = {
  number: (text: string, { digits }: { readonly digits?: number } = {}) =>
    digits === undefined ? `<${text}>` : `<${text}/${digits}>`,
  percent: (text: string) => `<${text}%>`,
} as unknown as ReturnType<typeof useNumbers>
