import messages from '../generated/strings/en.ts'
import { createFormat } from '../generated/strings/format.ts'
import { bindStrings } from './bindStrings.ts'

/** The texts that widgets have without a provider. */
export const uiStringsEn = bindStrings(messages, createFormat({ tag: 'en' }))
