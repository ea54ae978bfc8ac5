import { describeTransport } from '../testing/transportContract.ts'
import { createAxiosTransport } from './createAxiosTransport.ts'

/** The nightly run sends 10,000. */
const requests = Number(process.env['TRANSPORT_REQUESTS'] ?? 1_000)

describeTransport('axios', { create: createAxiosTransport, requests })
