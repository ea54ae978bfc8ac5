import type { WireResponse } from './request.ts'

/** The body of a response to a request for a Blob: that of a success, else its text. */
export const blobOrText = async (
  status: number,
  blob: Blob,
): Promise<Pick<WireResponse, 'text' | 'blob'>> =>
  status < 300 ? { text: '', blob } : { text: await blob.text() }
