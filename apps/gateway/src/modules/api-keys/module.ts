export { createDemoKeyModule } from './demoKeyModule.ts'
export { createApiKeys, type ApiKeysOptions } from './createApiKeys.ts'
export type { ApiKeys, KeyProof, LiveKey } from './ports/ApiKeys.ts'
export { apiKeyRoutes } from './routes.ts'
