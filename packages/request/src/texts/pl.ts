import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Komunikat',
  timeout: 'Upłynął limit czasu żądania!',
  expired: 'Sesja wygasła, zaloguj się ponownie',
  loginvalid: 'Zaloguj się, aby uzyskać dostęp',
  unknow: 'System jest zajęty',
  notfound: 'Błąd żądania',
  forbidden: 'Żądanie jest niedozwolone',
}
