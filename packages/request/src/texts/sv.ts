import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Tips',
  timeout: 'Begäran tog för lång tid!',
  expired: 'Inloggningen har gått ut, logga in igen',
  loginRequired: 'Logga in för att se sidan',
  systemBusy: 'Systemet är upptaget',
  notFound: 'Fel i begäran',
  forbidden: 'Begäran är inte tillåten',
}
