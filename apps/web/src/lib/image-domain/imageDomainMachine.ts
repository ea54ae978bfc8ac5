import type { MachineTable } from '@x/kit'

export type ImageDomainStatus = 'idle' | 'measuring' | 'settled'
export type ImageDomainEvent = 'recall' | 'measure' | 'settle'

/** `recall`: a remembered domain, of this tab or another one, that needs no test. */
export const imageDomainTable: MachineTable<ImageDomainStatus, ImageDomainEvent> = {
  idle: { recall: 'settled', measure: 'measuring' },
  measuring: { recall: 'settled', settle: 'settled' },
  settled: { recall: 'settled', measure: 'measuring' },
}
