"""Order sheets: their lines as plain values, read and written (ORD)."""
