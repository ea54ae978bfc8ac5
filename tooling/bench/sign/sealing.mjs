import { cost, costOf, ms } from '../measure.mjs'
import { createWebCryptoSuite } from '../../../packages/gateway-sign/src/crypto/webCrypto.ts'
import { md5Hex } from '../../../packages/gateway-sign/src/crypto/md5.ts'
import { importPeer } from '../peers.mjs'
import { ORDER } from './session.mjs'

/**
 * The algorithms of the protocol besides RSA: the checksum of a signed text, and AES over the
 * fields of a login.
 */
export async function sealing() {
  const CryptoJS = await importPeer('crypto-js')
  const forge = await importPeer('node-forge')
  const signed = JSON.stringify(ORDER).padEnd(300, '0')
  const fields = JSON.stringify({
    loginName: 'a@b.example',
    pwd: 'correct horse',
    areaCode: '44',
    verifyCode: '123456',
  }).padEnd(600, '0')
  const suite = createWebCryptoSuite(crypto.subtle)
  const key = new Uint8Array(32).fill(7)
  const iv = new Uint8Array(16).fill(3)
  const words = (bytes) => CryptoJS.lib.WordArray.create(bytes)
  const binary = (bytes) => String.fromCharCode(...bytes)
  const theirs = {
    'crypto-js': () =>
      CryptoJS.AES.encrypt(fields, words(key), { iv: words(iv) }).ciphertext.toString(
        CryptoJS.enc.Base64,
      ),
    'node-forge': () => {
      const cipher = forge.cipher.createCipher('AES-CBC', binary(key))
      cipher.start({ iv: binary(iv) })
      cipher.update(forge.util.createBuffer(fields, 'utf8'))
      cipher.finish()
      return forge.util.encode64(cipher.output.getBytes())
    },
  }
  const ours = async () =>
    Buffer.from(await suite.encryptAes(fields, { key, iv })).toString('base64')
  for (const [who, encrypt] of Object.entries(theirs))
    if (encrypt() !== (await ours())) throw new Error(`${who} encrypts to something else`)
  const md5 = {
    '@x/gateway-sign': () => md5Hex(signed),
    'crypto-js': () => CryptoJS.MD5(signed).toString(),
    'node-forge': () => forge.md.md5.create().update(signed, 'utf8').digest().toHex(),
  }
  if (new Set(Object.values(md5).map((digest) => digest())).size !== 1)
    throw new Error('The checksums differ')
  return [
    ...Object.entries(md5).map(([who, digest]) => ({
      what: 'MD5 of 300 bytes',
      who,
      measured: ms(costOf(digest, { calls: 3_000 })),
    })),
    {
      what: 'AES-256-CBC of 600 bytes',
      who: '@x/gateway-sign',
      measured: ms((await cost(ours, { calls: 500 })).cpu),
    },
    ...Object.entries(theirs).map(([who, encrypt]) => ({
      what: 'AES-256-CBC of 600 bytes',
      who,
      measured: ms(costOf(encrypt, { calls: 500 })),
    })),
  ]
}
