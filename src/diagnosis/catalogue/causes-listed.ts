import { causeGroups } from './causes.js';
import { requestProblemIds, requestProblemOf } from './request-problems.js';

/** Causes under one title, each with what the sender did. */
interface ListedCauses {
  readonly title: string;
  readonly causes: readonly (readonly [id: string, mistake: string])[];
}

/** Every id that a diagnosis gives, in the order of the page: the causes, then the problems that need no secret. */
export function listCauses(): readonly ListedCauses[] {
  const ofSignature = causeGroups.map(({ title, causes }) => ({
    title,
    causes: causes.map(({ id, mistake }) => [id, mistake] as const),
  }));
  const ofRequest = requestProblemIds.map(
    (id) => [id, requestProblemOf(id)?.mistake ?? ''] as const,
  );
  return [...ofSignature, { title: 'The request itself', causes: ofRequest }];
}
