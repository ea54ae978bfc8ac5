import { expect, it } from 'vitest'
import { deviceName } from './deviceName.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome, Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} ` +
      'Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      '(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      '(KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome, iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      '(KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
    'Firefox, iOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'EdgiOS/142.0.0.0 Version/19.0 Mobile/15E148 Safari/604.1',
    'Edge, iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36 ` +
      'EdgA/142.0.0.0',
    'Edge, Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${WEBKIT} SamsungBrowser/29.0 ` +
      'Chrome/136.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} ` +
      'Chrome/142.0.0.0 Safari/537.36 OPR/127.0.0.0',
    'Opera, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/19.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 16433.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome, ChromeOS',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`,
    'Chrome, Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
  // A part that is known is shown alone, and what is no sign of one is none.
  ['SomeProgram/1.0 (Windows NT 10.0)', 'Windows'],
  ['Firefoxes/1 Chromes', ''],
  ['<b>Chrome</b>', ''],
  ['', ''],
  ['curl/8', ''],
  [null, ''],
])('a device that says %o is called %o', (userAgent, name) =>
  expect(deviceName(userAgent)).toBe(name),
)
