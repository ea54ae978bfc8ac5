export {
  type Catalog,
  type CatalogOptions,
  type CatalogState,
  createCatalog,
  loadMessages,
  type MessageLoaders,
  type Parts,
} from '../messages/createCatalog.ts'
export { createMessageFormat, type MessageFormatOptions } from '../messages/createMessageFormat.ts'
export { messageFallback } from '../messages/messageFallback.ts'
export type {
  MessageArgs,
  MessageFormat,
  PlainId,
  RichId,
  RichTag,
  RichText,
  TagsOf,
} from '../messages/messageTypes.ts'
export { createTranslate, plainOf, type Translate } from '../messages/translate.ts'
