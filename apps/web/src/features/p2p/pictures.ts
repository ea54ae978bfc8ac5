export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg']
const MOST_BYTES = 2 * 1024 * 1024
/** Characters that `String.fromCharCode` is given at once. */
const PIECE = 8_192

/** Whether a file may be sent; what is really in it the gateway finds out. */
export const isPicture = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  PICTURE_TYPES.includes(type) && size > 0 && size <= MOST_BYTES

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}
