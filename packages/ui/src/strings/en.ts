import messages from '../generated/strings/en.ts'
import { createFormat } from '../generated/strings/format.ts'
import { bindStrings } from './bindStrings.ts'

/** The English texts, used without a provider. */
export const uiStringsEn = bindStrings(messages, createFormat({ tag: 'en' }))
