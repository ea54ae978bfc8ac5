export { createFetchTransport, type FetchTransportOptions } from '../fetch/createFetchTransport.ts'
