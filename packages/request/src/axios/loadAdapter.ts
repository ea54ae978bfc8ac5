import type { AxiosAdapter, AxiosRequestConfig, AxiosResponse } from 'axios'
// @ts-expect-error -- axios exports its adapters one by one, without types
import untyped from 'axios/lib/adapters/xhr.js'

export type Exchange = (config: AxiosRequestConfig) => Promise<AxiosResponse<unknown>>

/** `false` where XMLHttpRequest is missing. */
const xhr = untyped as AxiosAdapter | false

/**
 * Loads the adapter. In browsers it is axios's XHR adapter alone, because interceptors, transforms
 * and merged defaults could change the signed text and cost 9 kB. In Node it is the whole of axios,
 * loaded with the first request.
 */
export async function loadAdapter(): Promise<Exchange> {
  if (xhr) return xhr as Exchange
  const { default: axios } = await import('axios')
  // A redirect would send the signature to another URL. XHR in browsers offers no such choice.
  const instance = axios.create({
    adapter: 'http',
    transformRequest: [],
    transformResponse: [],
    maxRedirects: 0,
  })
  return (config) => instance.request(config)
}
