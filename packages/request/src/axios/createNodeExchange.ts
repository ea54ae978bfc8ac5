import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios'

export type Exchange = (config: AxiosRequestConfig) => Promise<AxiosResponse<unknown>>

/** The whole of axios, for Node, without what changes a text and without redirects. */
export function createNodeExchange(): Exchange {
  // A redirect would send the signature to another URL. XHR in browsers offers no such choice.
  const instance = axios.create({
    adapter: 'http',
    transformRequest: [],
    transformResponse: [],
    maxRedirects: 0,
  })
  return async (config) => {
    if (config.responseType !== 'blob') return instance.request(config)
    const response = await instance.request<Buffer<ArrayBuffer>>({
      ...config,
      responseType: 'arraybuffer',
    })
    const type = String(response.headers['content-type'] ?? '')
    return { ...response, data: new Blob([response.data], { type }) }
  }
}
