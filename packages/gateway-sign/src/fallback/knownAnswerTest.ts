import { encodeBase64 } from '../crypto/base64.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'

/** Worked example B of PROTOCOL.md, signed with a published test key. */
const SIGNED = {
  text: '/v1/user/overview/userinfo\n17322385\nw17322385123450a1b2c3d4e5',
  publicKey:
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDHK69h3MkhzJKCo9Se/KN9eT6Y69Ww4zG5ObjVPFN+CF2qdtuc' +
    'i5WDh9h0CfyUTkgwqQHXN1kTIsV6KNAbZIc+MOmBcfwu3OgF5yLluYjw3Lt3b0njF7CJauDF0p4ltHgQaM+sR1E7' +
    'BfTxuP5yJboewVyEls54KM/zUWfUaIQu0QIDAQAB',
  signature:
    'rhkcM/b3CGgi8yE2FX9O2KzHPxIKDPY+clQzwbdQOKP1H1mPsYdb+gMYnpMWpsOSjH6K5b3VXiOuzLgqYuh9qaza' +
    'amLRZkV9GnoS2Nef/iPZ1i8NRZUtJRzmxLTyrekN79M23XjgSwsS+R/2ne3U9Ix+DH/qbYpeimy01Y/gGMY=',
}
/** `GS1` under a key and an IV of zeros. */
const ENCRYPTED = { text: 'GS1', ciphertext: '6v1yiWcPJVbRQOKrI3yrug==' }

/**
 * Whether a suite passes the known-answer test. Some platforms have the interface but throw or
 * return wrong results.
 */
export async function passesKnownAnswerTest(suite: CryptoSuite): Promise<boolean> {
  try {
    const publicKey = suite.readRsaPublicKey(SIGNED.publicKey)
    if (
      !publicKey ||
      !(await suite.verify({ ...SIGNED, publicKey })) ||
      (await suite.verify({ ...SIGNED, publicKey, text: '' }))
    )
      return false
    const encrypted = await suite.encryptAes(ENCRYPTED.text, {
      key: new Uint8Array(32),
      iv: new Uint8Array(16),
    })
    return encodeBase64(encrypted) === ENCRYPTED.ciphertext
  } catch {
    return false
  }
}
