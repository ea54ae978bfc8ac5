import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Tips',
  timeout: 'Begäran tog för lång tid!',
  expired: 'Inloggningen har gått ut, logga in igen',
  loginvalid: 'Logga in för att se sidan',
  unknow: 'Systemet är upptaget',
  notfound: 'Fel i begäran',
  forbidden: 'Begäran är inte tillåten',
}
