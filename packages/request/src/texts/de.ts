import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Hinweis',
  timeout: 'Zeitüberschreitung der Anfrage!',
  expired: 'Anmeldung abgelaufen, bitte erneut anmelden',
  loginvalid: 'Bitte anmelden, um fortzufahren',
  unknow: 'Das System ist ausgelastet',
  notfound: 'Fehler bei der Anfrage',
  forbidden: 'Die Anfrage ist nicht erlaubt',
}
