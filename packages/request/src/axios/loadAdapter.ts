import type { AxiosAdapter } from 'axios'
// @ts-expect-error -- axios exports its adapters one by one, without types
import untyped from 'axios/lib/adapters/xhr.js'
import type { Exchange } from './createNodeExchange.ts'

/** `false` where XMLHttpRequest is missing. */
const xhr = untyped as AxiosAdapter | false

/**
 * Loads the adapter. In browsers it is axios's XHR adapter alone, because interceptors, transforms
 * and merged defaults could change the signed text and cost 9 kB. In Node it is the whole of axios,
 * loaded with the first request.
 */
export async function loadAdapter(): Promise<Exchange> {
  if (xhr) return xhr as Exchange
  const { createNodeExchange } = await import('./createNodeExchange.ts')
  return createNodeExchange()
}
