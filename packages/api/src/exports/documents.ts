export { describeAsyncApi } from '../documents/asyncApi.ts'
export { describeOpenApi } from '../documents/openApi.ts'
export { describeCloseCodes, describeEndpoints } from '../documents/endpointPages.ts'
