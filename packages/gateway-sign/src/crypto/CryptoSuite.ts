import type { Random } from '@x/kit'
import type { KeyAlgorithm } from '../wire.ts'
import type { IssuerCertificate } from './certificate.ts'
import type { RsaPublicKey } from './rsaPublicKey.ts'

/** A new client key pair. */
export interface GeneratedKey {
  /** One-line base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string
  /** Non-extractable key. Missing in suites without CryptoKeys. */
  readonly privateKey?: CryptoKey
  /**
   * The same key as PKCS#8, for storage that cannot clone a CryptoKey. Must be discarded as soon as
   * it is stored.
   */
  readonly privateKeyPem: string
}

/** RSASSA-PKCS1-v1_5 with SHA-256 over the UTF-8 bytes of `text`, as base64. */
export type SignText = (text: string) => Promise<string>

/** All cryptography of the client half. Loaded only when the gateway has signing switched on. */
export interface CryptoSuite {
  md5Hex(text: string): string
  generateKey(algorithm: KeyAlgorithm): Promise<GeneratedKey>
  /** Imports a stored private key (CryptoKey or PKCS#8 PEM) for signing. Rejects anything else. */
  importPrivateKey(privateKey: unknown): Promise<SignText>
  verify(signed: { publicKey: RsaPublicKey; text: string; signature: string }): Promise<boolean>
  readRsaPublicKey(publicKey: string): RsaPublicKey | null
  readCertificate(pem: string): IssuerCertificate | null
  /** RSAES-PKCS1-v1_5. */
  encryptRsa(message: Uint8Array, options: { key: RsaPublicKey; random: Random }): Uint8Array
  /** AES-256-CBC with PKCS#7 padding over the UTF-8 bytes of `text`. */
  encryptAes(
    text: string,
    options: { key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> },
  ): Promise<Uint8Array>
  /**
   * Compact JWE (RSA-OAEP-256, A256GCM) of the UTF-8 bytes of `text`. Missing in suites that lack
   * either algorithm.
   */
  readonly encryptJwe?: (
    text: string,
    options: { key: RsaPublicKey; random: Random },
  ) => Promise<string>
}
