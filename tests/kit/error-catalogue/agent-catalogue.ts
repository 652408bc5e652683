import { type CatalogueRow, row } from './catalogue-row.ts'

/** What the error catalogue says of platform admins and their agents. */
export const agentCatalogue = {
  S532: row('File too large', 'Please select an image under 5MB', 'A picture of more than 5 MB is chosen', null),
  S533: row(
    'Invalid file type',
    'Please select a JPG, JPEG, or PNG image',
    'What is chosen is no JPG or PNG, or only named so',
    'POST /api/upload',
  ),
  S630: row('Failed to upload image', null, 'An image cannot be taken', 'POST /api/upload'),
  S631: row(
    'Failed to create agent',
    'The agent was not created. Please try again.',
    'An agent is not created; of a private one the title says so',
    'POST /api/admin/agents',
  ),
  S632: row(
    'Failed to add agent to organization',
    'No changes were saved. Please try again.',
    'An agent is not given to an organization',
    'POST /api/organizations/:organizationId/agents',
  ),
  S652: row(
    'Agent created successfully',
    'Synced with the voice provider.',
    'An agent was created',
    'POST /api/admin/agents',
  ),
  S653: row(
    'Agent updated successfully',
    'Synced with the voice provider.',
    'An agent was changed',
    'PATCH /api/admin/agents/:id',
  ),
  S654: row(
    'Agent deleted successfully',
    'It had no conversations to keep.',
    'An agent without history was deleted',
    'DELETE /api/admin/agents/:id',
  ),
  S655: row(
    'Private agent created successfully with organization access',
    'Synced with the voice provider.',
    'A private agent was created',
    'POST /api/admin/agents/with-access',
  ),
  S656: row('Image uploaded successfully', null, 'An image was uploaded', 'POST /api/upload'),
} satisfies Record<string, CatalogueRow>
