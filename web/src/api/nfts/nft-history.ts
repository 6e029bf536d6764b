import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../client.ts'
import { NFTS } from './nfts.ts'

/** @param version the NFT's `updated_at`: when that moves, there is something new in its history */
export const useNftListings = (id: string, version: string) =>
  useQuery({
    queryKey: [NFTS, 'listings', id, version],
    queryFn: ({ signal }) => call('GET /api/nfts/{id}/listings/', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })

export const useActivityLog = (id: string, version: string) =>
  useQuery({
    queryKey: [NFTS, 'activity', id, version],
    queryFn: ({ signal }) => call('GET /api/nfts/{id}/activity-logs/', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
