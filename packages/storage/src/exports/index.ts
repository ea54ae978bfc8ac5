export {
  createStorage,
  type OpenStorage,
  type StorageDriver,
  type StorageOptions,
} from '../createStorage.ts'
export {
  createAsyncStorage,
  type AsyncStorage,
  type AsyncStorageDriver,
  type AsyncStorageOptions,
} from '../createAsyncStorage.ts'
export {
  createLocalStorage,
  createSessionStorage,
  type StorageArea,
  type WebStorageOptions,
} from '../drivers/createWebStorage.ts'
export { createCookieStorage, type CookieStorageOptions } from '../drivers/createCookieStorage.ts'
export { createMemoryStorage } from '../drivers/createMemoryStorage.ts'
export {
  createIndexedDbStorage,
  type IndexedDbStorage,
  type IndexedDbStorageOptions,
} from '../drivers/createIndexedDbStorage.ts'
export { createJsonEntry, type JsonEntry, type JsonEntryOptions } from '../createJsonEntry.ts'
export {
  isStorageError,
  StorageError,
  type StorageErrorCode,
  type StorageErrorDetail,
} from '../StorageError.ts'
