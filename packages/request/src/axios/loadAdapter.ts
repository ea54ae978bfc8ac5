import type { AxiosAdapter, AxiosRequestConfig, AxiosResponse } from 'axios'
// @ts-expect-error -- axios exports its adapters one by one, without types
import untyped from 'axios/lib/adapters/xhr.js'

export type Exchange = (config: AxiosRequestConfig) => Promise<AxiosResponse<unknown>>

/** `false` where there is no XMLHttpRequest. */
const xhr = untyped as AxiosAdapter | false

/**
 * Axios's XHR adapter in browsers, by itself: interceptors, transforms and merged defaults would
 * stand between the signed text and the wire, and cost a page 9 kB. In Node the whole of axios for
 * its `http` adapter, loaded with the first request.
 */
export async function loadAdapter(): Promise<Exchange> {
  if (xhr) return xhr as Exchange
  const { default: axios } = await import('axios')
  // A redirect would carry the signature elsewhere; a browser's XHR leaves no choice.
  const instance = axios.create({
    adapter: 'http',
    transformRequest: [],
    transformResponse: [],
    maxRedirects: 0,
  })
  return (config) => instance.request(config)
}
