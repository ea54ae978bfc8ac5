import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: 'O tempo da solicitação esgotou!',
  expired: 'Sessão expirada, entre novamente',
  loginvalid: 'Entre na sua conta para acessar',
  unknow: 'O sistema está ocupado',
  notfound: 'Erro na solicitação',
  forbidden: 'Solicitação não permitida',
}
