import { describeTransport } from '../testing/transportContract.ts'
import { createAxiosTransport } from './createAxiosTransport.ts'

describeTransport('axios', { create: createAxiosTransport, requests: 10_000 })
