import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Eslatma',
  timeout: 'So‘rov vaqti tugadi!',
  expired: 'Kirish muddati tugadi, qaytadan kiring',
  loginvalid: 'Ko‘rish uchun tizimga kiring',
  unknow: 'Tizim band',
  notfound: 'So‘rovda xatolik',
  forbidden: 'So‘rov taqiqlangan',
}
