import type { DocumentSide } from '@x/api'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'

export type PictureType = 'image/png' | 'image/jpeg'

export interface Picture {
  readonly side: DocumentSide
  readonly type: PictureType
  readonly bytes: Buffer
}

export const MOST_BYTES = 700 * 1024
/** What files of each type begin with: what a browser says of them proves nothing. */
const BEGINNINGS: readonly (readonly [PictureType, Buffer])[] = [
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
]

/**
 * Reads a multipart body whose bytes stand in `rawBody`, one character each.
 * @throws GatewayError 40010, with HTTP 400 for a body that cannot be read
 */
export async function readPicture({
  rawBody,
  contentType,
}: {
  readonly rawBody: string
  readonly contentType: string
}): Promise<Picture> {
  const form = await new Response(Buffer.from(rawBody, 'latin1'), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch(() => {
      throw malformedParameter('file', 'The body is not multipart/form-data')
    })
  const side = form.get('side')
  if (side !== 'front' && side !== 'back' && side !== 'person')
    throw malformedParameter('side', 'side must be front, back or person')
  const file = form.get('file')
  if (file === null || typeof file === 'string')
    throw malformedParameter('file', 'A file is missing')
  if (file.size > MOST_BYTES) throw invalidParameter('file', 'The picture is larger than 700 KiB')
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = BEGINNINGS.find(([, begin]) => bytes.subarray(0, begin.length).equals(begin))?.[0]
  if (!type) throw invalidParameter('file', 'The picture must be a PNG or a JPEG')
  return { side, type, bytes }
}

/** The refusal of a change to a form that operators have. */
export const formIsFixed = () =>
  new GatewayError('40214', 'Your form is being checked or was approved already')
