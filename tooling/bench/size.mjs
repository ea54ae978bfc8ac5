// The bytes of one import: bundled, minified, brotli, without lazy chunks.
import { firstLoad, largestLater } from './bundle.mjs'
import { kb } from './measure.mjs'

const KB = 1024

/** Texts of one language, and the code that shows them without the formats of `Intl`. */
export const TEXTS_BAR = 12
export const RUNTIME_BAR = 1

/**
 * `external` names packages that another bar counts; `of: largestLater` measures the largest part
 * that loads later.
 */
const BARS = [
  {
    what: '@x/gateway-sign',
    folder: 'gateway-sign',
    code: "export { createGatewaySign } from '@x/gateway-sign'",
    bar: 6,
  },
  {
    what: '@x/gateway-sign with createSignedFetch',
    folder: 'gateway-sign',
    code: "export { createGatewaySign, createSignedFetch } from '@x/gateway-sign'",
    bar: 6,
  },
  {
    what: '@x/request without axios',
    folder: 'request',
    code: "export { createRequestClient } from '@x/request'",
    bar: 5,
    external: ['axios'],
  },
  // Keeps the size from growing. Includes the helpers of @x/kit, which an app loads once for all
  // packages.
  {
    what: '@x/request with every middleware, without axios',
    folder: 'request',
    code:
      'export { createRequestClient, createServerClock, standardMiddlewares, isRequestError } ' +
      "from '@x/request'",
    bar: 7.6,
    external: ['axios'],
  },
  {
    what: '@x/request client with fetch',
    folder: 'request',
    code:
      "export { createRequestClient } from '@x/request'; " +
      "export { createFetchTransport } from '@x/request/fetch'",
    bar: 5,
  },
  {
    what: '@x/request with axios',
    folder: 'request',
    code: "export * from '@x/request'; export * from '@x/request/axios'",
    bar: 26,
  },
  {
    what: '@x/device-id',
    folder: 'device-id',
    code: "export { createDeviceId } from '@x/device-id'",
    bar: 4,
  },
  {
    what: '@x/captcha',
    folder: 'captcha',
    code: "export { createCaptcha } from '@x/captcha'",
    bar: 3,
  },
  {
    what: '@x/referral',
    folder: 'referral',
    code: "export { createReferral } from '@x/referral'",
    bar: 1.5,
  },
  {
    what: '@x/sanitize',
    folder: 'sanitize',
    code: "export { createSanitizer } from '@x/sanitize'",
    bar: 4,
  },
  {
    what: '@x/reserves verification',
    folder: 'reserves',
    code: "export { verifyProof } from '@x/reserves'",
    bar: 2.5,
  },
  {
    what: '@x/ui texts of one language, the largest',
    folder: 'ui',
    code: "export { loadUiStrings } from '@x/ui/strings'",
    bar: TEXTS_BAR,
    of: largestLater,
  },
  {
    what: '@x/request texts of one language, the largest',
    folder: 'request',
    code: "export { createRequestTexts } from '@x/request'",
    bar: TEXTS_BAR,
    of: largestLater,
  },
  { what: '@x/locale core', folder: 'locale', code: "export * from '@x/locale'", bar: 4 },
  {
    what: '@x/ui Button',
    folder: 'ui',
    code: "export { Button } from '@x/ui/button'",
    bar: 4,
    external: ['react', 'react-dom'],
  },
]

/**
 * The message runtime, as an app has it: our function over the format that `x-locale` wrote for the
 * app's texts.
 *
 * @param {{ home: string, format: string }} options the folder that has the packages, the file
 */
export async function publishedRuntime({ home, format }) {
  const code =
    "export { createTranslate } from '@x/locale/messages'; " +
    `export { createFormat } from ${JSON.stringify(format)}`
  const bytes = await firstLoad({ folder: home, code, isPublished: true })
  return { measured: kb(bytes), holds: bytes <= RUNTIME_BAR * KB }
}

export const bench = () => measure((folder) => ({ folder: `packages/${folder}` }))

/** The same bars for what a folder has installed. @param {string} home */
export const publishedSizes = (home) => measure(() => ({ folder: home, isPublished: true }))

async function measure(placeOf) {
  const rows = []
  for (const { what, folder, code, bar, external = [], of = firstLoad } of BARS) {
    const bytes = await of({ ...placeOf(folder), code, external })
    rows.push({ what, measured: kb(bytes), bar: `<= ${bar} KB`, holds: bytes <= bar * KB })
  }
  return rows
}
