import { call } from '../client.ts'

export const exportMe = () => call('GET /api/users/me/export/')
export const deleteMe = () => call('DELETE /api/users/me/')
export const fetchDeletion = () => call('GET /api/users/me/deletion/')
export const giveUpCredits = () => call('DELETE /api/accounts/credits/')
export const payBackCredits = () => call('POST /api/accounts/credits/refund/')
