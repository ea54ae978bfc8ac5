export { createApiKeys, type ApiKeysOptions } from './createApiKeys.ts'
export type { ApiKeys, LiveKey } from './ports/ApiKeys.ts'
export { apiKeyRoutes } from './routes.ts'
