// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Collection} from "../../src/Collection.sol";
import {Listing, Signing, Withdrawal} from "./Signing.sol";

/// @notice What the collection must do, slow and plain: OpenZeppelin for the standard part, a mapping for everything, no
/// packing. It takes the very same calls and the same signatures.
contract Reference is ERC721 {
    struct Details {
        uint40 creatorId;
        uint16 royaltyBps;
        uint32 version;
    }

    mapping(uint256 tokenId => Details) public details;
    mapping(address account => uint64) public epochs;
    mapping(uint256 creatorId => address) public creatorPayout;
    mapping(address account => uint256) public rolesOf;
    address private immutable _owner;
    address private immutable _collector;
    address private immutable _verifier;

    constructor(address owner, address collector, address verifier) ERC721("Verso", "VERSO") {
        (_owner, _collector, _verifier) = (owner, collector, verifier);
    }

    function mint(Collection.MintItem calldata item) external {
        require(_has(1), "not a minter");
        _mintItem(item);
    }

    function mintBatch(Collection.MintItem[] calldata items) external {
        require(_has(1), "not a minter");
        for (uint256 i; i < items.length; ++i) {
            _mintItem(items[i]);
        }
    }

    function settle(Collection.Sale calldata sale) external {
        require(_has(2), "not a settler");
        require(_canSettle(sale), "cannot be settled");
        _transfer(_ownerOf(sale.tokenId), sale.buyer, sale.tokenId);
    }

    function settleBatch(Collection.Sale[] calldata sales) external returns (uint256 settled) {
        require(_has(2), "not a settler");
        for (uint256 i; i < sales.length; ++i) {
            if (!_canSettle(sales[i])) continue;
            _transfer(_ownerOf(sales[i].tokenId), sales[i].buyer, sales[i].tokenId);
            settled |= 1 << i;
        }
    }

    function cancelListings(uint256[] calldata tokenIds) external {
        for (uint256 i; i < tokenIds.length; ++i) {
            require(msg.sender == ownerOf(tokenIds[i]) || _has(2) || _has(4), "not allowed");
            details[tokenIds[i]].version++;
        }
    }

    function cancelAllListings(address seller) external {
        require(msg.sender == seller || _has(2) || _has(4), "not allowed");
        epochs[seller]++;
    }

    function withdraw(uint256 tokenId, address to, uint256 expiry, bytes32 r, bytes32 vs) external {
        require(block.timestamp <= expiry, "expired");
        address owner = ownerOf(tokenId);
        Withdrawal memory signed = Withdrawal(owner, tokenId, to, expiry, details[tokenId].version, epochs[owner]);
        require(_isSigned(owner, Signing.digest(_verifier, block.chainid, signed), r, vs), "not signed");
        _safeTransfer(owner, to, tokenId);
    }

    function setCreatorPayout(uint256 creatorId, address payout) external {
        address current = creatorPayout[creatorId];
        require(payout != address(0), "nobody");
        if (current == address(0) || current == _collector) {
            require(_has(1) || msg.sender == _collector, "not allowed");
        } else {
            require(msg.sender == current, "not allowed");
        }
        creatorPayout[creatorId] = payout;
    }

    function grantRoles(address account, uint256 roles) external {
        require(msg.sender == _owner && roles < 8, "not allowed");
        rolesOf[account] |= roles;
    }

    function revokeRoles(address account, uint256 roles) external {
        require((msg.sender == _owner || msg.sender == account || _has(4)) && roles < 8, "not allowed");
        rolesOf[account] &= ~roles;
    }

    function creatorOf(uint256 tokenId) external view returns (uint256) {
        ownerOf(tokenId);
        return details[tokenId].creatorId;
    }

    function royaltyInfo(uint256 tokenId, uint256 price) external view returns (address, uint256) {
        if (_ownerOf(tokenId) == address(0)) return (address(0), 0);
        address payout = creatorPayout[details[tokenId].creatorId];
        return (payout == address(0) ? _collector : payout, price * details[tokenId].royaltyBps / 10_000);
    }

    function signatureNonces(uint256 tokenId) external view returns (address, uint256, uint256) {
        address owner = _ownerOf(tokenId);
        return (owner, details[tokenId].version, epochs[owner]);
    }

    function _mintItem(Collection.MintItem calldata item) private {
        require(item.royaltyBps <= 10_000, "royalty");
        _mint(item.to, item.tokenId);
        details[item.tokenId] = Details(item.creatorId, item.royaltyBps, 0);
        if (creatorPayout[item.creatorId] == address(0)) creatorPayout[item.creatorId] = item.payout;
    }

    function _canSettle(Collection.Sale calldata sale) private view returns (bool) {
        address seller = _ownerOf(sale.tokenId);
        if (seller == address(0) || sale.buyer == address(0) || block.timestamp > sale.expiry) return false;
        Listing memory signed = Listing({
            seller: seller,
            tokenId: sale.tokenId,
            buyer: sale.isBound ? sale.buyer : address(0),
            priceUsdCents: sale.priceUsdCents,
            expiry: sale.expiry,
            version: details[sale.tokenId].version,
            epoch: epochs[seller]
        });
        return _isSigned(seller, Signing.digest(_verifier, block.chainid, signed), sale.r, sale.vs);
    }

    function _isSigned(address signer, bytes32 digest, bytes32 r, bytes32 vs) private pure returns (bool) {
        (address recovered, ECDSA.RecoverError error,) = ECDSA.tryRecover(digest, r, vs);
        return error == ECDSA.RecoverError.NoError && recovered == signer;
    }

    function _has(uint256 role) private view returns (bool) {
        return rolesOf[msg.sender] & role != 0;
    }

    /// @dev Every move, but not the mint, raises the version.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        from = super._update(to, tokenId, auth);
        if (from != address(0)) details[tokenId].version++;
    }
}
