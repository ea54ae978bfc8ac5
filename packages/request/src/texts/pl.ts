import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Komunikat',
  timeout: 'Upłynął limit czasu żądania!',
  expired: 'Sesja wygasła, zaloguj się ponownie',
  loginRequired: 'Zaloguj się, aby uzyskać dostęp',
  systemBusy: 'System jest zajęty',
  notFound: 'Błąd żądania',
  forbidden: 'Żądanie jest niedozwolone',
}
