export { unbindIdentitiesSince } from '../identityQueries.ts'
