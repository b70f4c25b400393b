package approval

import "path/filepath"

// OrgFile is the Org view of the store's flight plans, beside it: among pp's own
// files, where no agent may read or write.
func (s *Store) OrgFile() string { return filepath.Join(s.dir, "flight-plans.org") }
