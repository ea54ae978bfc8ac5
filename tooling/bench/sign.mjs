// The cost of signing: a request, a login and its refusal, a match among rules, a new key in a real
// browser, and the bytes that a page loads.
import { installPeers } from './peers.mjs'
import { bytes } from './sign/bytes.mjs'
import { keyGeneration } from './sign/keyGeneration.mjs'
import { refusing } from './sign/refusing.mjs'
import { sealing } from './sign/sealing.mjs'
import { signing } from './sign/signing.mjs'

export async function bench({ factor }) {
  await installPeers()
  return [
    ...(await signing(factor)),
    ...(await sealing()),
    ...refusing(),
    ...(await keyGeneration(factor)),
    ...(await bytes()),
  ]
}
