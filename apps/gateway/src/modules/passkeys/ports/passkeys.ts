export { deletePasskeysOf } from '../queries.ts'
