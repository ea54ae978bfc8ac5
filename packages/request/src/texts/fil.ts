import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Paalala',
  timeout: 'Nag-time out ang kahilingan!',
  expired: 'Nag-expire na ang pag-login, mag-log in ulit',
  loginvalid: 'Mag-log in para makapasok',
  unknow: 'Abala ang system',
  notfound: 'May mali sa kahilingan',
  forbidden: 'Hindi pinahihintulutan ang kahilingan',
}
