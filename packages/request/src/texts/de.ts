import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Hinweis',
  timeout: 'Zeitüberschreitung der Anfrage!',
  expired: 'Anmeldung abgelaufen, bitte erneut anmelden',
  loginRequired: 'Bitte anmelden, um fortzufahren',
  systemBusy: 'Das System ist ausgelastet',
  notFound: 'Fehler bei der Anfrage',
  forbidden: 'Die Anfrage ist nicht erlaubt',
}
