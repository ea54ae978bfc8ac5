import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Paalala',
  timeout: 'Nag-time out ang kahilingan!',
  expired: 'Nag-expire na ang pag-login, mag-log in ulit',
  loginRequired: 'Mag-log in para makapasok',
  systemBusy: 'Abala ang system',
  notFound: 'May mali sa kahilingan',
  forbidden: 'Hindi pinahihintulutan ang kahilingan',
}
