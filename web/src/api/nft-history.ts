import type { ActivityLogEntry } from '@verso/protocol/activity-log'
import type { Listing } from '@verso/protocol/listings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { NFTS } from './nfts.ts'

/** @param version the NFT's `updated_at`: when that moves, there is something new in its history */
export const useNftListings = (id: string, version: string) =>
  useQuery({
    queryKey: [NFTS, 'listings', id, version],
    queryFn: ({ signal }) => api.get<Listing[]>(`/api/nfts/${id}/listings/`, { signal }),
    placeholderData: keepPreviousData,
  })

export const useActivityLog = (id: string, version: string) =>
  useQuery({
    queryKey: [NFTS, 'activity', id, version],
    queryFn: ({ signal }) => api.get<ActivityLogEntry[]>(`/api/nfts/${id}/activity-logs/`, { signal }),
    placeholderData: keepPreviousData,
  })
