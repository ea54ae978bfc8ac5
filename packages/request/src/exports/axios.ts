export { createAxiosTransport, type AxiosTransportOptions } from '../axios/createAxiosTransport.ts'
